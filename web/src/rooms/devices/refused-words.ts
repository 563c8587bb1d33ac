import type { Device } from '@plumbline/contract/devices';
import i18next from 'i18next';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

/** Why the gateway refused a message, in words: the error's own, the channel, and what the decoder found. */
export function useRefusedWords(): (refused: Device['refused']) => string {
  const { t } = useTranslation();
  return useCallback(
    ({ error, detail }) => {
      const words = error !== null && i18next.exists(`errors:${error}`) ? t(`errors:${error}`) : t('errors:unknown');
      const { channel, detail: found } = (typeof detail === 'object' && detail !== null ? detail : {}) as { channel?: unknown; detail?: unknown };
      const where = typeof channel === 'string' && channel !== '' ? t('devices:refusedChannel', { channel }) : '';
      const what = typeof found === 'string' ? found : found !== null && typeof found === 'object' ? Object.values(found).filter((each) => typeof each === 'string' || typeof each === 'number').join(', ') : '';
      return [words, where, what].filter(Boolean).join(' · ');
    },
    [t],
  );
}
