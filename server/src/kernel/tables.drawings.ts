import type { DrawingScale } from '@plumbline/contract/site/drawings.scale';
import type { Defaulted, Id, NullableJson } from './tables.columns.ts';

/** Structures in their own plane, and the points that lie there. */
export interface DrawingTables {
  drawing: {
    id: Id;
    structure_id: number;
    name: string;
    plane: string;
    scale: NullableJson<DrawingScale>;
    sort: number;
    version_id: Defaulted<number>;
  };
  drawing_version: {
    id: Id;
    drawing_id: number;
    file_id: string;
    file_name: string;
    format: string;
    bytes: number;
    digest: string;
    width: number;
    height: number;
    left_out: number;
    is_themed: boolean;
    shown_on: Date | string | null;
    by_name: string;
    created_at: Date;
  };
  drawing_place: {
    drawing_id: number;
    point_id: number;
    x: number;
    y: number;
    by_name: string;
    placed_at: Date;
  };
}
