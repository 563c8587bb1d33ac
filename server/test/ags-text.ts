/** Files of AGS4 for tests: the groups of monitoring, line by line. */

export const agsLine = (...cells: string[]): string => `${cells.map((cell) => `"${cell}"`).join(',')}\r\n`;

const headings = 'LOCA_ID MONG_ID MONG_DIS MOND_DTIM MOND_TYPE MOND_REF MOND_RDNG MOND_UNIT'.split(' ');

/** MOND with these readings: location, point, distance, time, type, reference, reading, unit. */
export const mondOf = (...rows: string[][]): string =>
  [
    agsLine('GROUP', 'MOND'),
    agsLine('HEADING', ...headings),
    agsLine('UNIT', '', '', 'm', 'yyyy-mm-ddThh:mm:ss', '', '', '', ''),
    agsLine('TYPE', 'ID', 'X', '2DP', 'DT', 'PA', 'X', 'XN', 'PU'),
    ...rows.map((row) => agsLine('DATA', ...row)),
  ].join('');
