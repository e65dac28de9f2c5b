import Testing

/// Compiles generated code, which is too slow for runs that skip `EndToEnd`.
@Suite("Generated code, end to end") enum EndToEnd {}
