/** The routes of this wing by feature. */
import { corrections } from './corrections.ts';
import { formulas } from './formulas.ts';
import { history } from './history.ts';
import { imports } from './imports.ts';
import { readings } from './readings.ts';

export default {
  corrections,
  readings,
  history,
  imports,
  formulas,
};
