// Tic-tac-toe with three marks a side: a fourth takes that side's oldest off the board. All rules of the usual game run on
// every move, and a match can go on for as long as the measurement wants.

const { INVALID_MOVE } = require('boardgame.io/core');

const MARKS = 3;
const LINES = [
  [0, 1, 2], [3, 4, 5], [6, 7, 8],
  [0, 3, 6], [1, 4, 7], [2, 5, 8],
  [0, 4, 8], [2, 4, 6],
];

const clickCell = ({ G, playerID }, cell) => {
  if (!(cell in G.cells) || G.cells[cell] !== null) return INVALID_MOVE;
  G.cells[cell] = playerID;
  G.marks[playerID].push(cell);
  if (G.marks[playerID].length > MARKS) G.cells[G.marks[playerID].shift()] = null;
};

const TicTacToe = {
  name: 'tic-tac-toe',
  minPlayers: 2,
  maxPlayers: 2,
  setup: () => ({ cells: Array(9).fill(null), marks: { 0: [], 1: [] } }),
  turn: { minMoves: 1, maxMoves: 1 },
  // Only the server plays it, as with any move that depends on hidden things or dice: clients show what they are sent.
  moves: { clickCell: { move: clickCell, client: false } },
  endIf: ({ G, ctx }) => {
    const won = LINES.some(([a, b, c]) => G.cells[a] !== null && G.cells[a] === G.cells[b] && G.cells[a] === G.cells[c]);
    return won ? { winner: ctx.currentPlayer } : undefined;
  },
};

module.exports = { TicTacToe };
