/** Properties are tried less often, and the same way each time: a mutant is judged by hundreds of tests. */
require('fast-check').configureGlobal({
	seed: 1,
	numRuns: 25,
	interruptAfterTimeLimit: 300,
	// What was found is not made smaller.
	endOnFailure: true,
});
