import type { ColumnType, GeneratedAlways } from 'kysely';

/** Kinds of columns that tables have in common. */
export type Id = GeneratedAlways<number>;
/** jsonb: read as a value, written as text. */
export type Json<T> = ColumnType<T, string, string>;
export type JsonOr<T> = ColumnType<T, string | undefined, string>;
/** NULL where nothing is given. */
export type Defaulted<T> = ColumnType<T | null, T | null | undefined, T | null>;
export type NullableJson<T> = ColumnType<T | null, string | null | undefined, string | null>;
