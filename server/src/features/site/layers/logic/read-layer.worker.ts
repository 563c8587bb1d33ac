/** The thread that small files of layers are read in. */
import { answerCalls } from '../../../../kernel/calculations.answer.ts';
import { readSmall } from './read-small.ts';

answerCalls({ readSmall });
