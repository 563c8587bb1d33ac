import { ingest } from './ingest.ts';
import { table } from './numbers.ts';

console.log(
  table('Ingest', await ingest({ runs: Number(process.argv[2] ?? 2), seconds: Number(process.argv[3] ?? 8) })),
);
