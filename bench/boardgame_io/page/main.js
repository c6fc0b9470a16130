// Tic-tac-toe in a browser as boardgame.io's tutorial for plain JavaScript builds it, at a match on a server: nine cells, whose
// turn it is, nothing else. ?match=ID&player=0&credentials=... says who one is.

import { Client } from 'boardgame.io/client';
import { SocketIO } from 'boardgame.io/multiplayer';
import { TicTacToe } from '../game';

const asked = new URLSearchParams(location.search);
const app = document.getElementById('app');
const rows = [0, 3, 6].map((first) => `<tr>${[0, 1, 2].map((i) => `<td><button class="cell" data-id="${first + i}">.</button></td>`).join('')}</tr>`);
app.innerHTML = `<h1>Tic-tac-toe</h1><table>${rows.join('')}</table><p class="winner"></p>`;

const client = Client({
  game: TicTacToe,
  multiplayer: SocketIO({ server: location.origin }),
  matchID: asked.get('match'),
  playerID: asked.get('player'),
  credentials: asked.get('credentials'),
  debug: false,
});
client.start();

for (const cell of app.querySelectorAll('.cell')) cell.onclick = () => client.moves.clickCell(Number(cell.dataset.id));

client.subscribe((state) => {
  if (state === null) return;
  for (const cell of app.querySelectorAll('.cell')) cell.textContent = state.G.cells[cell.dataset.id] ?? '.';
  app.querySelector('.winner').textContent = state.ctx.gameover ? `Winner: ${state.ctx.gameover.winner}` : `Turn: ${state.ctx.currentPlayer}`;
});
