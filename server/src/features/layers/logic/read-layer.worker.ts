/** The thread that files of layers are read in. */
import { answerCalls } from '../../../kernel/calculations.answer.ts';
import { readLayer } from './read-layer.ts';

answerCalls({ readLayer });
