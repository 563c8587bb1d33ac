import { plugins } from '@plumbline/contract/platform/plugins';
import { keepPreviousData } from '@tanstack/react-query';
import { useRead } from '../../../kernel/reads.ts';

/** The plug-ins and how they run, read again while one looks at them: processes begin, fail and rest by themselves. */
export const usePlugins = () => useRead(plugins.list, {}, { refetchInterval: 10_000 });

/** Result of a codec for a message, asked again as it is typed; nothing is asked without a codec. */
export const useDecoded = (
  codec: string | null,
  message: { readonly bytes: string | null; readonly text: string | null; readonly port: number | null } | null,
) =>
  useRead(
    plugins.decode,
    { codec: codec ?? '', ...(message ?? { bytes: null, text: null, port: null }) },
    { enabled: codec !== null && message !== null, placeholderData: keepPreviousData, retry: false },
  );
