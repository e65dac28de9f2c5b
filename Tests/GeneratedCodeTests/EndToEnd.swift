import Testing

/// Generated code that a compiler has to accept, which takes too long for a run that leaves out `EndToEnd`.
@Suite enum EndToEnd {}
