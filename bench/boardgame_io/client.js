// node client.js PORT ROOMS SOCKETS SECONDS INTERVAL: boardgame.io's own clients, two players a match and the rest watching.
// Prints "warm" and waits for a line before the measured moves; prints a report and waits for another before it hangs up, so
// that neither opening nor closing sockets falls into the measurement.

const { once } = require('node:events');
const { performance } = require('node:perf_hooks');
const { setTimeout: sleep } = require('node:timers/promises');
const readline = require('node:readline');
const { Client, LobbyClient } = require('boardgame.io/client');
const { SocketIO } = require('boardgame.io/multiplayer');
const { TicTacToe } = require('./game');

const [port, rooms, socketsPerRoom, seconds, interval] = process.argv.slice(2).map(Number);
const server = `http://127.0.0.1:${port}`;

const PLAYERS = ['0', '1'];
// Four cells a side, three of them taken at a time, and never a line.
const CELLS = [[0, 1, 5, 6], [2, 3, 4, 7]];
// Enough for V8 to have compiled the server's hot paths, whatever the number of rooms.
const WARM_UP_MOVES = 6000;
const PATIENCE_MS = 5000;

/** A promise for what start calls back about; a server that keeps silent ends the run. */
function patiently(what, start) {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`waited in vain for ${what}`)), PATIENCE_MS);
    start(() => { clearTimeout(late); resolve(); });
  });
}

/** One match, its sockets, and the move that is under way. */
class Room {
  constructor() {
    this.clients = [];
    this.moves = 0;
    this.restart();
  }

  /** Forget what was counted so far. */
  restart() {
    this.accepted = 0;
    this.errors = 0;
    this.latencies = [];
  }

  async open() {
    const lobby = new LobbyClient({ server });
    const { matchID } = await lobby.createMatch(TicTacToe.name, { numPlayers: PLAYERS.length });
    for (let socket = 0; socket < socketsPerRoom; socket++) {
      const playerID = PLAYERS[socket];
      const seat = playerID && (await lobby.joinMatch(TicTacToe.name, matchID, { playerID, playerName: `player ${playerID}` }));
      await this.connect({ matchID, playerID, credentials: seat?.playerCredentials });
    }
  }

  async connect(seat) {
    const multiplayer = SocketIO({ server, socketOpts: { forceNew: true, transports: ['websocket'] } });
    const client = Client({ game: TicTacToe, multiplayer, debug: false, ...seat });
    this.clients.push(client);
    client.start();
    let shown = null;
    await patiently('a first state', (synced) => {
      client.subscribe((state) => {
        if (state === null) return;
        if (!state.isConnected) this.errors += 1;
        if (shown === null) synced();
        else if (state._stateID > shown) this.arrived(state._stateID);
        shown = state._stateID;
      });
    });
  }

  arrived(stateID) {
    if (stateID !== this.moves) this.errors += 1;
    this.latencies.push(performance.now() - this.sentAt);
    this.awaited -= 1;
    if (this.awaited === 0) this.done();
  }

  /** Make the next move and wait until every socket has it. */
  async move() {
    const player = this.moves % PLAYERS.length;
    const cycle = CELLS[player];
    const cell = cycle[Math.floor(this.moves / PLAYERS.length) % cycle.length];
    this.moves += 1;
    this.awaited = this.clients.length;
    const everywhere = patiently('a move to reach every socket', (done) => { this.done = done; });
    this.sentAt = performance.now();
    this.clients[player].moves.clickCell(cell);
    await everywhere;
    this.accepted += 1;
  }
}

function percentile(sorted, share) {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

async function main() {
  const house = Array.from({ length: rooms }, () => new Room());
  // One after the other: a crowd at the door is not what is measured.
  for (const room of house) await room.open();

  let left = WARM_UP_MOVES;
  await Promise.all(house.map(async (room) => { while (left-- > 0) await room.move(); }));
  house.forEach((room) => room.restart());

  const lines = readline.createInterface({ input: process.stdin });
  console.log('warm');
  await once(lines, 'line');

  const began = performance.now();
  const rounds = Math.floor(seconds / interval);
  await Promise.all(house.map(async (room, place) => {
    for (let round = 0; round < rounds; round++) {
      // The rooms are spread evenly over the interval, as people would be.
      await sleep(began + 1000 * interval * (round + place / rooms) - performance.now());
      await room.move();
    }
  }));

  const latencies = house.flatMap((room) => room.latencies).sort((a, b) => a - b);
  console.log(JSON.stringify({
    rooms,
    sockets: rooms * socketsPerRoom,
    messages: house.reduce((sum, room) => sum + room.accepted, 0),
    frames: latencies.length,
    p50_ms: percentile(latencies, 0.5),
    p99_ms: percentile(latencies, 0.99),
    errors: house.reduce((sum, room) => sum + room.errors, 0),
  }));
  await once(lines, 'line');
  process.exit();
}

main();
