/** Registers for control systems, in the console of a project. */
export { ModbusTab } from './ModbusTab.tsx';
