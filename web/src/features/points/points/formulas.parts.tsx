/** What other features show of a conversion: its parameters, the formulas of its fields, and what cumulative counts from. */
import './points-style.parts.ts';

export { FormulasInput } from './FormulasInput.tsx';
export { InitialValuesInput } from './InitialValuesInput.tsx';
export { ParametersInput } from './ParametersInput.tsx';
