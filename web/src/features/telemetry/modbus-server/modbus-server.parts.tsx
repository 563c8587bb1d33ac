/** What the console of a project shows: what control systems read of it. */
export { ModbusTab } from './ModbusTab.tsx';
