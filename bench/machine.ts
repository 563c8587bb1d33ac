/** The machine under the bench, and what processes on it used: figures mean nothing without it. Linux. */
import { readFileSync } from 'node:fs';
import { cpus, release, totalmem } from 'node:os';

export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGiB: number;
  readonly system: string;
  readonly node: string;
  readonly postgres: string;
}

export function machine(postgres: string): Machine {
  return {
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    system: `${process.platform} ${release()} ${process.arch}`,
    node: process.version,
    postgres,
  };
}

const ticksPerSecond = 100;

/** CPU seconds that a process has used so far, its own and those of children it has waited for; 0 when it is gone. */
export function cpuSeconds(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
    return (Number(fields[11]) + Number(fields[12]) + Number(fields[13]) + Number(fields[14])) / ticksPerSecond;
  } catch {
    return 0;
  }
}

/** Resident memory in MB. */
export const residentMB = (pid: number) => kibibytes(`/proc/${pid}/status`, 'VmRSS') / 1000;

/** Memory with what is shared divided among those who share it, in MB; the resident size where the system does not tell. */
export function shareMB(pid: number): number {
  try {
    return kibibytes(`/proc/${pid}/smaps_rollup`, 'Pss') / 1000;
  } catch {
    return residentMB(pid);
  }
}

function kibibytes(file: string, name: string): number {
  const line = readFileSync(file, 'utf8')
    .split('\n')
    .find((each) => each.startsWith(`${name}:`));
  return Number(line?.match(/\d+/)?.[0] ?? 0) * 1.024;
}
