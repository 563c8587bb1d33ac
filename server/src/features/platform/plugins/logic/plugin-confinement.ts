/**
 * What the system offers to keep the process of a plug-in from the network and from other processes: a network namespace of
 * its own, and the user nobody, where Linux gives them to who runs the server. Found by trying, once in a process.
 */
import { spawn } from 'node:child_process';

export interface Confinement {
  /** It has no network, not even of this machine. */
  readonly network: boolean;
  /** It is of another user than the server, and may signal no process of it. */
  readonly user: boolean;
  /** What runs the program, and its arguments before those of Node. */
  readonly command: string;
  readonly before: readonly string[];
}

const noConfinement: Confinement = { network: false, user: false, command: process.execPath, before: [] };
const nobody = [
  'setpriv',
  '--reuid=65534',
  '--regid=65534',
  '--clear-groups',
  '--no-new-privs',
  '--',
  process.execPath,
];

/** The best first. */
function candidates(): readonly Confinement[] {
  if (process.platform !== 'linux') return [];
  if (process.getuid?.() !== 0)
    return [{ network: true, user: false, command: 'unshare', before: ['--user', '--net', '--', process.execPath] }];
  return [
    { network: true, user: true, command: 'unshare', before: ['--net', '--', ...nobody] },
    { network: true, user: false, command: 'unshare', before: ['--net', '--', process.execPath] },
    { network: false, user: true, command: 'setpriv', before: nobody.slice(1) },
  ];
}

const probeMs = 10_000;

/** Returns whether a program runs to its end so confined: the files of Node and of the program must be readable to it, too. */
const isPossible = ({ command, before }: Confinement, args: readonly string[]): Promise<boolean> =>
  new Promise((resolve) => {
    const child = spawn(command, [...before, ...args], { stdio: 'ignore', env: {}, cwd: '/', timeout: probeMs });
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
  });

let confinement: Promise<Confinement> | null = null;
/** The best that this system gives to a program, which must end by itself when it is run with these arguments. */
export function confinementFor(args: readonly string[]): Promise<Confinement> {
  confinement ??= (async () => {
    for (const each of candidates()) if (await isPossible(each, args)) return each;
    return noConfinement;
  })();
  return confinement;
}
