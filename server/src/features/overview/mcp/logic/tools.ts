/** A tool: its name, its input, what it needs, and how it answers from routes that it reads. */
import type { Permission } from '@plumbline/contract/kernel/permissions';
import type { InputOf, OutputOf, Route } from '@plumbline/contract/kernel/route';
import type { z } from 'zod';
import type { Answer } from './answer.ts';

/** Reads a route as the caller of the tool. */
export type Read = <R extends Route>(route: R, input: InputOf<R['input']>) => Promise<OutputOf<R['reply']>>;

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** What its routes ask for: who holds one of these nowhere is not offered it. */
  readonly needs: readonly Permission[];
  readonly input: z.ZodType;
  answer(read: Read, input: unknown): Promise<Answer>;
}

interface Declared<I extends z.ZodType> extends Omit<Tool, 'input' | 'answer'> {
  readonly input: I;
  answer(read: Read, input: z.output<I>): Promise<Answer>;
}

export const tool = <I extends z.ZodType>(declared: Declared<I>): Tool => declared as unknown as Tool;
