/** Prints a table. The first column and the given others are left-aligned. */
export function print(title, table, left = []) {
  const widths = table[0].map((_, column) => Math.max(...table.map((row) => row[column].length)));
  const isLeft = (column) => column === 0 || left.includes(column);
  const line = (row) =>
    row
      .map((cell, column) => (isLeft(column) ? cell.padEnd(widths[column]) : cell.padStart(widths[column])))
      .join('  ')
      .trimEnd();
  console.log(`\n${title}\n${table.map(line).join('\n')}`);
}

export const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];

export const middle = (rounds, figure) => median(rounds.map((round) => round[figure]));

/** The median of a figure as a multiple of another contender's figure in the same round. */
export const ratio = (rounds, others, figure) => median(rounds.map((round, at) => round[figure] / others[at][figure]));

export const times = (number) => `${number.toFixed(2)} ×`;
