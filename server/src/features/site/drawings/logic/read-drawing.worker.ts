/** The thread that drawings are read in. */
import { answerCalls } from '../../../../kernel/calculations.answer.ts';
import { readDrawing } from './read-drawing.ts';

answerCalls({ readDrawing });
