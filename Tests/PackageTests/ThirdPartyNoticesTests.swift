import Testing
import VirgaTestSupport

/// The notices of what a release links in.
@Suite("Third-party notices")
struct ThirdPartyNoticesTests {
  private let directory: TemporaryDirectory
  private let notices: String
  private let manifest: String

  init() throws {
    directory = try TemporaryDirectory()
    notices = try #require(GoldenText.read("\(Repository.root)/.packaging/THIRD-PARTY-NOTICES"))
    manifest = try #require(GoldenText.read("\(Repository.root)/Package.swift"))
  }

  /// The words of all lines of the notices that begin with `key`.
  private func words(_ key: String) -> Set<String> {
    let lines = notices.split(separator: "\n").filter { $0.hasPrefix(key + ": ") }
    return Set(lines.flatMap { $0.dropFirst(key.count + 2).split(separator: " ").map(String.init) })
  }

  @Test("each package that the program depends on has a notice")
  func packages() throws {
    let packages = manifest.matches(of: /\.package\(url: ".*\/([^\/"]+)"/).map { String($0.1) }
    try #require(packages.contains("swift-argument-parser"))
    for package in packages {
      #expect(words("Component").contains(package), "add \(package) to .scripts/notices")
    }
  }

  @Test("each library that a door links has a notice")
  func libraries() throws {
    let lists = manifest.matches(of: /door\("\w+", links: \[([^\]]*)\]/).map { $0.1 }
    let libraries = lists.flatMap { $0.matches(of: /"(\w+)"/).map { "lib\($0.1).a" } }
    try #require(libraries.contains("libyaml.a"))
    for library in libraries {
      #expect(words("Linked as").contains(library), "add \(library) to .scripts/notices")
    }
  }

  @Test("the notices have the licenses that they refer to")
  func licenses() {
    for title in [
      "Runtime Library Exception to the Apache 2.0 License", "GNU LESSER GENERAL PUBLIC LICENSE",
      "GCC RUNTIME LIBRARY EXCEPTION", "Kirill Simonov", "Thomas E. Dickey",
    ] {
      #expect(notices.contains(title))
    }
  }

  @Test("the image keeps the notices, which slim images leave out")
  func image() throws {
    let image = try #require(GoldenText.read("\(Repository.root)/.packaging/docker/Dockerfile"))
    #expect(image.contains("--path-include=/usr/share/doc/virga/*"))
  }

  private func check(packages: String, libraries: String) throws -> ChildProcess {
    directory.write("{\"pins\": [{\"identity\" : \"\(packages)\"}]}\n", to: "Package.resolved")
    directory.write("/usr/lib/\(libraries)(part.o)\n  more\n/usr/lib/libc.a(x.o)\n", to: "map")
    let bash = try #require(SystemProgram.path(of: "bash"))
    return try ChildProcess.run(
      [
        bash, "\(Repository.root)/.scripts/notices", "--check", directory.path("Package.resolved"),
        directory.path("map"),
      ],
      environment: SystemProgram.environment)
  }

  @Test("a release fails if it links something without a notice")
  func missing() throws {
    let complete = try check(packages: "swift-system", libraries: "libm-2.36.a")
    #expect(complete.errors == "")
    #expect(complete.code == 0)
    let incomplete = try check(packages: "swift-log", libraries: "libz.a")
    #expect(
      incomplete.errors == """
        error: .packaging/THIRD-PARTY-NOTICES lacks the package swift-log
        error: .packaging/THIRD-PARTY-NOTICES lacks the library libz.a
        add what is missing to .scripts/notices, and run it

        """)
    #expect(incomplete.code == 1)
  }
}
