/** The thread that waveforms are calculated in. */
import { answerCalls } from '../../../../kernel/calculations.answer.ts';
import { calculations } from './calculations.ts';

answerCalls(calculations);
