import type { ServedRow } from '@plumbline/contract/telemetry/modbus-server';
import type { Json } from './tables.columns.ts';

/** Tables of the registers that control systems read over Modbus TCP. */
export interface ModbusServerTables {
  modbus_map: {
    project_id: number;
    unit: number;
    enabled: boolean;
    networks: Json<string[]>;
    keeps_stale: boolean;
    rows: Json<ServedRow[]>;
    by_name: string;
    changed_at: Date;
  };
}
