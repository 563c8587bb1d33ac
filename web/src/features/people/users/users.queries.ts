import { users } from '@plumbline/contract/people/users';
import { useQuery } from '@tanstack/react-query';
import { download } from '../../../kernel/call.ts';

/** The picture of the one who is signed in; another file id is another picture. */
export const useAvatar = (fileId: string | null) =>
  useQuery({
    queryKey: ['avatar', fileId],
    queryFn: async () => (await download(users.avatar, {})).blob,
    enabled: fileId !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
