import VirgaTestSupport

/// A folder with small manifests, in which the program runs.
struct Workplace {
  let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    directory.write(Self.good, to: "good.yaml")
    directory.write(Self.bad, to: "bad.yaml")
    directory.write("features: [\n", to: "broken.yaml")
  }

  /// Runs `virga` here.
  func virga(
    _ arguments: String..., input: String = "", environment: [String: String] = [:]
  ) throws -> ChildProcess {
    try VirgaProgram.run(arguments, input: input, in: directory.root, environment: environment)
  }

  static let good = """
    about:
      { description: A test, swift: { module: M, class: C }, kotlin: { package: a.b, class: .C } }
    channels: [beta, release]
    features:
      alpha:
        description: The first feature
        documentation:
          - name: Read
            url: https://example.org/read
        meta-bug: https://example.org/bug
        contacts: [someone@example.org]
        variables:
          enabled: {type: Boolean, default: true, description: Whether it is on}
          limits:
            type: Map<String, Int>
            default: {one: 1, two: 2}
            description: Some limits
      omega:
        description: The last feature
        documentation:
          - name: Read
            url: https://example.org/read
        meta-bug: https://example.org/bug
        contacts: [someone@example.org]
        variables:
          greeting: {type: String, default: hello, description: What it says}
        defaults:
          - {channel: release, value: {greeting: good day}}
    """

  static let bad = """
    about:
      { description: A test, swift: { module: M, class: C }, kotlin: { package: a.b, class: .C } }
    channels: [beta]
    features:
      alpha:
        description: The first feature
        documentation:
          - name: Read
            url: https://example.org/read
        meta-bug: https://example.org/bug
        contacts: [someone@example.org]
        variables:
          enabled: {type: Boolen, default: true, description: Whether it is on}
    """
}
