import type { Model } from '@plumbline/contract/devices/models';

/** Returns the name of a model in the reader's language. */
export const nameOf = ({ label, labels }: Pick<Model, 'label' | 'labels'>, language: string): string =>
  labels[language as keyof typeof labels] || label;
