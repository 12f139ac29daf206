// A command, an option or a page of that name comes before methods whose names have a part of it.
var Scorer = {
    objNameMatch: 11,
    objPartialMatch: 6,
    objPrio: {0: 15, 1: 5, 2: -5},
    objPrioDefault: 0,
    title: 60,
    partialTitle: 7,
    term: 5,
    partialTerm: 2,
};
