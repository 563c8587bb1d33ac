/** The other side of a CalculatingThread: answers the calls of the thread that this module runs in. */
import { parentPort } from 'node:worker_threads';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { CalculationAnswer, CalculationCall, Calculations } from './calculations.ts';

export function answerCalls(calculations: Calculations): void {
  if (!parentPort) throw new Error('calculations run in a thread of their own');
  const port = parentPort;
  port.on('message', (call: CalculationCall) => port.postMessage(answerOf(calculations, call)));
}

function answerOf(calculations: Calculations, { number, name, input }: CalculationCall): CalculationAnswer {
  try {
    const calculate = calculations[name];
    if (!calculate) return { number, error: `no calculation ${name}` };
    return { number, result: calculate(input as never) };
  } catch (error) {
    if (error instanceof Failure) return { number, failure: error.name, detail: error.detail };
    return { number, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
