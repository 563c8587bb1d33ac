import { useTranslation } from 'react-i18next';

/** A span of seconds in words of the reader: `3 hours`. */
export function useSpan(): (seconds: number) => string {
  const { t } = useTranslation();
  return (seconds) => {
    if (seconds < 120) return t('installation:span.seconds', { count: seconds });
    if (seconds < 7_200) return t('installation:span.minutes', { count: Math.floor(seconds / 60) });
    if (seconds < 172_800) return t('installation:span.hours', { count: Math.floor(seconds / 3_600) });
    return t('installation:span.days', { count: Math.floor(seconds / 86_400) });
  };
}
