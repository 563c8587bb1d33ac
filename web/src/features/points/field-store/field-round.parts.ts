/** A round of an inspection as it is made on this device, and a photo of it. */
import type { Plan } from '@plumbline/contract/points/inspections.plans';
import type { Question, RoundAnswers } from '@plumbline/contract/points/inspections.questions';

export interface FieldRound {
  readonly id: string;
  readonly userId: number;
  readonly userName: string;
  readonly projectId: number;
  readonly plan: Pick<Plan, 'id' | 'name' | 'where'>;
  /** The date of the plan that it is of, ISO. */
  readonly dueAt: string;
  /** Of the server; null = nothing of it has arrived there. */
  readonly roundId: number | null;
  readonly questions: readonly Question[];
  /** What the server held when it was asked last. */
  readonly base: RoundAnswers;
  readonly answers: RoundAnswers;
  /** Questions that somebody else answered in another way: theirs. */
  readonly conflicts: RoundAnswers;
  /** How many photos the server had of each question, without those of this device. */
  readonly photosThere: Readonly<Record<string, number>>;
  /** Epoch ms by the clock of the server. */
  readonly begunAt: number;
  readonly finishedAt: number | null;
  /** `waiting` to be sent; `differs` = to be decided question by question; `overtaken` = somebody else finished it. */
  readonly state: 'open' | 'waiting' | 'sent' | 'differs' | 'overtaken' | 'refused';
  readonly sentAt: number | null;
  readonly failure: { readonly name: string; readonly detail: unknown } | null;
}
export interface FieldRoundPhoto {
  readonly id: string;
  readonly fieldRoundId: string;
  readonly questionKey: string;
  readonly fileName: string;
  readonly file: Blob;
  readonly isSent: boolean;
}
