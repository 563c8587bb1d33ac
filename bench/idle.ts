/**
 * Connections of the gateway bench, a process of its own: MQTT devices that say nothing after they came in, and modems that
 * dial in and answer what they are asked over Modbus RTU.
 */
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { withCrc } from '@plumbline/science/modbus/crc';

export interface IdleJob {
  readonly link: 'mqtt' | 'modem';
  readonly port: number;
  readonly devices: readonly { readonly sncode: string; readonly secret: string; readonly register: string }[];
}
export interface IdleState {
  readonly open: number;
  readonly closed: number;
  /** Requests that modems have answered. */
  readonly answered: number;
  readonly cpuSeconds: number;
}

/** New connections on their way at once. */
const opening = 100;
const state = { open: 0, closed: 0, answered: 0 };

const text = (value: string) => {
  const bytes = Buffer.from(value);
  return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 255]), bytes]);
};
/** CONNECT of MQTT 3.1.1 with a clean session, an hour of keep-alive, user name and password. */
function connectPacket({ sncode, secret }: IdleJob['devices'][number]): Buffer {
  const body = Buffer.concat([
    Buffer.from([0, 4, 0x4d, 0x51, 0x54, 0x54, 4, 0xc2, 0x0e, 0x10]),
    ...[sncode, sncode, secret].map(text),
  ]);
  return Buffer.concat([Buffer.from([0x10, body.length]), body]);
}

/** A slave of which every register is 12. */
function answerTo(request: Buffer): Uint8Array {
  const [unit = 0, code = 0] = request;
  const count = request.readUInt16BE(4);
  return withCrc([unit, code, count * 2, ...Array.from({ length: count }, () => [0, 12]).flat()]);
}

function open(job: IdleJob, device: IdleJob['devices'][number]): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect({ port: job.port, host: '127.0.0.1', noDelay: true });
    socket.once('error', reject);
    socket.once('close', () => {
      state.closed++;
      state.open--;
    });
    socket.once('connect', () => {
      state.open++;
      socket.write(job.link === 'mqtt' ? connectPacket(device) : `${device.register}\r\n`);
      if (job.link === 'modem') resolve();
    });
    socket.on('data', (bytes) => {
      if (job.link === 'mqtt') {
        if (bytes[0] !== 0x20 || bytes[3] !== 0) reject(new Error(`a device was refused: ${bytes.toString('hex')}`));
        return resolve();
      }
      // Requests come one at a time and are short.
      for (let at = 0; at + 8 <= bytes.length; at += 8) {
        state.answered++;
        socket.write(answerTo(bytes.subarray(at, at + 8)));
      }
    });
  });
}

async function openAll(job: IdleJob): Promise<void> {
  const left = [...job.devices];
  const lane = async () => {
    for (let next = left.pop(); next; next = left.pop()) {
      await open(job, next);
      // A modem is let in when its registration was read and looked up: no more are on their way than a port takes of one
      // address, whatever else the machine does.
      if (job.link === 'modem') await pause(300);
    }
  };
  await Promise.all(Array.from({ length: opening }, lane));
}

process.on('message', (message: { readonly job: IdleJob } | { readonly state: true }) => {
  if ('job' in message)
    return void openAll(message.job).then(
      () => process.send?.({ opened: true }),
      (error: Error) => {
        process.stderr.write(`${error.message}\n`);
        process.exit(1);
      },
    );
  const { user, system } = process.cpuUsage();
  process.send?.({ ...state, cpuSeconds: (user + system) / 1e6 } satisfies IdleState);
});
process.on('disconnect', () => process.exit(0));
