// A section of that name, as each command has one, comes before pages that only have its words.
var Scorer = {
    objNameMatch: 11,
    objPartialMatch: 6,
    objPrio: {0: 15, 1: 5, 2: -5},
    objPrioDefault: 0,
    title: 15,
    partialTitle: 7,
    term: 5,
    partialTerm: 2,
    score: ([, , , , score, , kind]) => (kind === 'title' ? score + 100 : score),
};
