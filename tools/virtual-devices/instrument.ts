/**
 * What a virtual device keeps in itself, as an instrument on site would: serial ports, server, calibrations, clock, processor. In
 * memory.
 */
interface Port {
  readonly port: number;
  readonly baudRate: number;
  readonly dataBits: number;
  readonly parity: string;
  readonly stopBits: number;
}
export interface InstrumentCommand {
  readonly text: string;
  readonly part?: string;
  readonly value?: unknown;
}
interface InstrumentAnswer {
  readonly ok: boolean;
  readonly text: string;
  readonly value?: unknown;
}

/** Readings that one history command brings at most. */
const most = 500;

/** Answers commands about it; null = it is another command. `send` sends the reading of a time that was kept. */
export function openInstrument(send: (atMs: number) => void) {
  const ports = new Map<number, Port>(
    [1, 2].map((port) => [port, { port, baudRate: 9600, dataBits: 8, parity: 'none', stopBits: 1 }]),
  );
  const calibrations = new Map([
    ['factory', { name: 'factory', at: '2025-01-15T08:00:00Z', values: { k: 0.0012, b: -1.4 } }],
    ['site', { name: 'site', at: '2025-09-02T10:30:00Z', values: { k: 0.00121, b: -1.37 } }],
  ]);
  let server: unknown = { host: 'gateway.example', port: 1883, tls: false };
  let aheadMs = 1_500;
  let processor: unknown = {};

  const parts: Readonly<Record<string, () => unknown>> = {
    ports: () => [...ports.values()],
    server: () => server,
    calibrations: () => [...calibrations.values()],
    clock: () => ({ at: new Date(Date.now() + aheadMs).toISOString() }),
    processor: () => processor,
  };
  const answer = (part: string, text: string): InstrumentAnswer => ({ ok: true, text, value: parts[part]?.() });

  function write(part: string, value: unknown): InstrumentAnswer {
    if (part === 'ports') {
      const port = value as Port;
      if (!ports.has(port.port)) return { ok: false, text: `there is no port ${port.port}` };
      ports.set(port.port, port);
    } else if (part === 'server') server = value;
    else if (part === 'clock') aheadMs = Date.parse((value as { at: string }).at) - Date.now();
    else if (part === 'processor') processor = value;
    else return { ok: false, text: `${part} cannot be written` };
    return answer(part, 'written');
  }

  function history(value: unknown): InstrumentAnswer {
    const { from, to } = value as { from: string; to: string };
    const [begin, end] = [Date.parse(from), Math.min(Date.parse(to), Date.now())];
    const everyMs = Math.max(3_600_000, (end - begin) / most);
    let count = 0;
    for (let at = Math.ceil(begin / everyMs) * everyMs; at < end && count < most; at += everyMs, count++)
      send(Math.round(at));
    return { ok: true, text: `${count} readings` };
  }

  return ({ text, part = '', value }: InstrumentCommand): InstrumentAnswer | null => {
    if (text === 'instrument-read')
      return parts[part] ? answer(part, 'read') : { ok: false, text: `there is no ${part}` };
    if (text === 'instrument-write') return write(part, value);
    if (text === 'instrument-delete')
      return calibrations.delete((value as { name: string }).name)
        ? answer('calibrations', 'deleted')
        : { ok: false, text: 'there is no such calibration' };
    if (text === 'attachment-upload') return { ok: false, text: 'this device keeps no files' };
    return text === 'history' ? history(value) : null;
  };
}
