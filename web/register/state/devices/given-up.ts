import { type GivenUpPaper, useGivenUp } from '../../../shared/given-up.js';

const NONE: GivenUpPaper[] = [];

/** Papers of this till that were given up, and the tickets of the store: any till may print them. */
export function useOpenPapers(terminal: string): GivenUpPaper[] {
  const { data = NONE } = useGivenUp();
  return data.filter(paper => paper.terminal_id === terminal || paper.kind === 'ticket');
}
