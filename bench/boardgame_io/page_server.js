// node page_server.js PORT FOLDER: the boardgame.io server with a page built into FOLDER, packed as any server would pack it.
// Opens a match with both players in it, and prints "ready PORT" and a line of JSON with where each player plays.

const fs = require('node:fs');
const path = require('node:path');
const zlib = require('node:zlib');
const { Server, Origins } = require('boardgame.io/server');
const { LobbyClient } = require('boardgame.io/client');
const { TicTacToe } = require('./game');

const [port, folder] = process.argv.slice(2);
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

async function main() {
  const server = Server({ games: [TicTacToe], origins: [Origins.LOCALHOST, /127\.0\.0\.1/] });
  server.app.use(async (ctx, next) => {
    const file = path.join(folder, ctx.path === '/' ? 'index.html' : path.normalize(ctx.path));
    if (!fs.existsSync(file)) return next();
    ctx.type = TYPES[path.extname(file)] ?? 'application/octet-stream';
    ctx.set('content-encoding', 'gzip');
    ctx.set('cache-control', ctx.path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache');
    ctx.body = zlib.gzipSync(fs.readFileSync(file), { level: 9 });
  });
  const { appServer } = await server.run({ port: { host: '127.0.0.1', port: Number(port) } });
  const taken = appServer.address().port;
  const lobby = new LobbyClient({ server: `http://127.0.0.1:${taken}` });
  const { matchID } = await lobby.createMatch(TicTacToe.name, { numPlayers: 2 });
  const places = [];
  for (const player of ['0', '1']) {
    const { playerCredentials } = await lobby.joinMatch(TicTacToe.name, matchID, { playerID: player, playerName: player });
    places.push(`/?match=${matchID}&player=${player}&credentials=${playerCredentials}`);
  }
  console.log(`ready ${taken}`);
  console.log(JSON.stringify(places));
}

main();
