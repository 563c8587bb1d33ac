/** What other features may use: the register map of a device model. */
export { ModelRegisters } from './ModelRegisters.tsx';
