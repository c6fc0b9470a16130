// node server.js PORT [FOLDER]: a boardgame.io server as its documentation sets one up, with its own socket.io transport and its
// own storage: in memory, or with a folder its FlatFile. Prints "ready PORT" (0 picks a free one), and on SIGUSR2 one line of
// JSON about itself.

const { FlatFile, Server, Origins } = require('boardgame.io/server');
const { version } = require('boardgame.io/package.json');
const { TicTacToe } = require('./game');

async function main() {
  const folder = process.argv[3];
  const server = Server({
    games: [TicTacToe],
    origins: [Origins.LOCALHOST],
    ...(folder && { db: new FlatFile({ dir: folder }) }),
  });
  process.on('SIGUSR2', () => {
    const { user, system } = process.cpuUsage();
    const rss_mb = process.memoryUsage().rss / 1e6;
    console.log(JSON.stringify({ cpu_s: (user + system) / 1e6, rss_mb, node: process.version, boardgame_io: version }));
  });
  // boardgame.io hands its port straight to listen(), which also takes an address: its own way would open every interface.
  const { appServer } = await server.run({ port: { host: '127.0.0.1', port: Number(process.argv[2]) } });
  console.log(`ready ${appServer.address().port}`);
}

main();
