import Testing

/// The documentation of public functions that throw.
@Suite("Throwing functions of the products")
struct EndToEndThrowingTests {
  @Test("say what they throw and what holds afterwards")
  func documentation() async throws {
    let throwing = try await Compiler.publicDeclarations().filter {
      $0.isThrowing && !$0.isSynthesized
    }
    let names = Set(throwing.map(\.name))
    #expect(names.isSuperset(of: ["FeatureClient.fetchExperiments()", "ClientFile.delete()"]))
    let silent = throwing.filter { function in
      !function.documentation.contains { $0.hasPrefix("- Throws: ") }
    }
    #expect(Set(silent.map(\.name)).sorted() == [])
  }
}
