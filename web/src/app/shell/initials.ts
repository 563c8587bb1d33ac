/** Two letters, or the last two characters of a Chinese name: letters beside these are an account's. */
export function initialsOf(name: string): string {
  const chinese = name.match(/\p{Script=Han}/gu);
  if (chinese) return chinese.slice(-2).join('');
  const [first, second] = name.split(/[\s._-]+/).filter(Boolean);
  return (first && second ? first.charAt(0) + second.charAt(0) : name.slice(0, 2)).toUpperCase();
}
