/**
 * `npm run verify-log [-- <position>:<hash>]`: makes the chain of the operation log anew and compares, while Plumbline runs or
 * while it does not. With an end of the chain as it was printed before, it also proves that the log up to there is that of
 * then. Ends with 1 where the log does not hold.
 */
import { readConfig } from './kernel/config.ts';
import type { Link } from './kernel/operation.chain.ts';
import { verifyInstallation } from './kernel/operation.verify.ts';

const usage = 'npm run verify-log [-- <position>:<hash>]';
const print = (line: string) => process.stdout.write(`${line}\n`);

function readEnd(text: string | undefined): Link | undefined {
  if (text === undefined) return undefined;
  const [, position, hash] = /^(\d+):([0-9a-f]{64})$/.exec(text) ?? [];
  if (position === undefined || hash === undefined) throw new Error(`Use: ${usage}`);
  return { position: Number(position), hash };
}

async function verify([text]: readonly string[]) {
  const { holds, brokenAt, includes, lines, unlinked, end } = await verifyInstallation(
    readConfig(process.env),
    readEnd(text),
    print,
  );
  if (brokenAt !== null) print(`The operation log was tampered with: its chain breaks at line ${brokenAt}.`);
  else if (includes === false) print('The operation log is not the one of then: the end that you kept is not in it.');
  else print(`The operation log holds: ${lines} lines, ${unlinked} of them of the last minute and not linked yet.`);
  print(`End of the chain, to be kept elsewhere: ${end.position}:${end.hash}`);
  if (!holds) process.exitCode = 1;
}

verify(process.argv.slice(2)).catch((error: Error) => {
  process.stderr.write(`\nThe log was not verified: ${error.message}\n`);
  process.exit(1);
});
