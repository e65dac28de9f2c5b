import Testing
import VirgaFiles
import VirgaManifest
import VirgaSource
import VirgaTestSupport

@Suite("Loading manifests") struct ManifestLoaderTests {
  private static let part = "features: {p: {description: d, variables: {}}}"

  private func codes(_ manifest: Manifest) -> [String] {
    manifest.problems.filter { $0.severity == .error }.map(\.code.description)
  }

  @Test("a name has no file extension")
  func fileExtensions() throws {
    let loader = ManifestLoader(files: .memory([:]), workingFolder: "/")
    for name in ["a.fml.yaml", "dir/a.yaml", "a.yml", "a.fml.json", "a.json"] {
      #expect(try loader.load(text: Array("channels: [x]".utf8), name: name).name == "a")
    }
  }

  @Test(
    "a file with a common name is titled after its folder",
    arguments: [
      TestRow("the app of a folder named app", ("/home/fenix/app/nimbus.fml.yaml", "fenix")),
      TestRow("the folder of nimbus", ("/home/firefox-ios/nimbus.fml.yaml", "firefox-ios")),
      TestRow("the folder of a release", ("/home/focus/release.fml.yaml", "focus")),
      TestRow("another name is the title", ("/home/focus/browser.fml.yaml", "browser")),
      TestRow("without a folder the name is the title", ("/nimbus.fml.yaml", "nimbus")),
    ])
  func titles(_ row: TestRow<(String, String)>) throws {
    let (path, title) = row.values
    let text = "channels: [release]\nfeatures: {}\n"
    let loader = ManifestLoader(files: .memory([path: Array(text.utf8)]), workingFolder: "/")
    #expect(try loader.load(path).title == title)
  }

  @Test("the links of each file's path are followed once")
  func canonicalPaths() throws {
    let main = "channels: [a]\nincludes: [p.yaml, q.yaml]\n"
    var files = FileReading.memory([
      "/m.yaml": Array(main.utf8), "/p.yaml": Array(Self.part.utf8),
      "/q.yaml": Array("includes: [p.yaml]\n".utf8),
    ])
    let followed = Locked<[String]>([])
    files.canonical = { path in
      followed.withLock { $0.append(path) }
      return path
    }
    let manifest = try ManifestLoader(files: files, workingFolder: "/").load("m.yaml")
    #expect(manifest.files.map(\.path) == ["/m.yaml", "/p.yaml", "/q.yaml"])
    #expect(followed.withLock { $0 }.sorted() == ["/m.yaml", "/p.yaml", "/q.yaml"])
  }

  @Test("two lookalike names are two features")
  func lookAlikes() throws {
    let names = ["caf\u{E9}", "cafe\u{301}"]
    let features = names.map { "  \($0): {description: of \($0.utf8.count), variables: {}}\n" }
      .joined()
    let manifest = try Sample.load("channels: [a]\nfeatures:\n" + features)
    #expect(codes(manifest) == [])
    #expect(names.map { manifest.feature($0)?.description } == ["of 5", "of 6"])
  }

  @Test("a missing top file is thrown")
  func missingTopFile() throws {
    let loader = ManifestLoader(files: .memory([:]), workingFolder: "/w")
    let problems = #expect(throws: Problems.self) { try loader.load("gone.fml.yaml") }
    #expect(problems?.all.map(\.code) == ["unreadable-file"])
    #expect(problems?.all.first?.message.contains("/w/gone.fml.yaml") == true)
  }

  @Test(
    "the path of a file that cannot be read is named once",
    arguments: [
      TestRow(
        "an absolute path",
        ("/gone/one.yaml", "can't find file `/gone/one.yaml`: No such file or directory")),
      TestRow(
        "a relative path, with its folder",
        ("one.yaml", "can't find file `one.yaml`: /w/one.yaml: No such file or directory")),
      TestRow(
        "a URL, without its query",
        (
          "https://h.test/x?k=s",
          "can't find file `https://h.test/x?k=***`: would have to be fetched; allow the network"
        )),
    ])
  func unreadableInclude(_ row: TestRow<(String, String)>) throws {
    let (path, message) = row.values
    for line in ["includes: [\"\(path)\"]", "imports: [{path: \"\(path)\", channel: a}]"] {
      let files = ["/w/app.yaml": Array("channels: [a]\n\(line)\n".utf8)]
      let manifest = try ManifestLoader(files: .memory(files), workingFolder: "/w").load("app.yaml")
      let found = manifest.problems.filter { $0.severity == .error }.map(
        \.message.maskingCredentials)
      #expect(found == [message])
    }
  }

  @Test("the rest loads when an include is missing")
  func missingInclude() throws {
    let manifest = try Sample.load(
      "channels: [a]\nincludes: [one.yaml, two.yaml]\n", files: ["two.yaml": Self.part])
    #expect(codes(manifest) == ["missing-include"])
    #expect(!manifest.isComplete)
    #expect(manifest.features.map(\.id) == ["p"])
    #expect(manifest.files.map(\.shownName) == ["app.fml.yaml", "one.yaml", "two.yaml"])
    #expect(manifest.files.map { $0.source != nil } == [true, false, true])
    #expect(
      manifest.problems.first { $0.severity == .error }?.location?.description
        == "app.fml.yaml:2:12")
  }

  @Test("the rest loads when an include is broken")
  func brokenInclude() throws {
    let manifest = try Sample.load(
      "channels: [a]\nincludes: [one.yaml, two.yaml]\n",
      files: ["one.yaml": "a: [", "two.yaml": Self.part])
    #expect(codes(manifest) == ["malformed-yaml"])
    #expect(manifest.features.map(\.id) == ["p"])
    #expect(!manifest.isComplete)
  }

  @Test("a relative path starts at the file that contains it")
  func relativePaths() throws {
    let manifest = try Sample.load(
      "channels: [a]\ninclude: [x/one.yaml]\n",
      files: ["x/one.yaml": "include: [../y/two.yaml]", "y/two.yaml": Self.part])
    #expect(codes(manifest) == [])
    #expect(
      manifest.files.map(\.path) == ["/home/app.fml.yaml", "/home/x/one.yaml", "/home/y/two.yaml"])
  }

  @Test("without a network, the problem names the URL to fetch")
  func withoutNetwork() throws {
    let manifest = try Sample.load(
      "channels: [a]\ninclude: ['@owner/repo/dir/p.yaml', 'https://x.org/q.yaml']\n")
    #expect(codes(manifest) == ["not-fetched", "not-fetched"])
    let messages = manifest.problems.map(\.message)
    #expect(
      messages.contains {
        $0.contains("https://raw.githubusercontent.com/owner/repo/main/dir/p.yaml")
      })
    #expect(messages.contains { $0.contains("map `owner/repo` to a folder") })
    #expect(!manifest.isComplete)
  }

  @Test("remote files are fetched with the closure that was passed in")
  func remoteFiles() throws {
    let files = [
      "https://raw.githubusercontent.com/owner/repo/main/dir/p.yaml": "include: [../q.yaml]",
      "https://raw.githubusercontent.com/owner/repo/main/q.yaml": Self.part,
    ]
    let options = LoadingOptions { url throws(FileFailure) in
      guard let text = files[url] else { throw FileFailure(path: url, reason: "not found") }
      return Array(text.utf8)
    }
    let manifest = try Sample.load(
      "channels: [a]\ninclude: ['@owner/repo/dir/p.yaml']\n", options: options)
    #expect(codes(manifest) == [])
    #expect(manifest.features.map(\.id) == ["p"])
    #expect(
      manifest.files.map(\.shownName) == [
        "app.fml.yaml", "@owner/repo/dir/p.yaml", "@owner/repo/q.yaml",
      ])
  }

  @Test("a path relative to a URL is resolved by URL rules")
  func relativeURLs() throws {
    let files = [
      "https://x.org/a/b.yaml": "include: [../../../c.yaml]", "https://x.org/c.yaml": Self.part,
    ]
    let options = LoadingOptions { url throws(FileFailure) in
      guard let text = files[url] else { throw FileFailure(path: url, reason: "not found") }
      return Array(text.utf8)
    }
    #expect(
      codes(
        try Sample.load("channels: [a]\ninclude: ['https://x.org/a/b.yaml']\n", options: options))
        == [])
  }

  @Test(
    "no path of a repository leaves its folder",
    arguments: ["@owner/repo/../p.yaml", "@owner/repo/a/../../../p.yaml", "@owner/repo/a/b.yaml"])
  func pathOutsideRepository(_ include: String) throws {
    let files = [
      "repos/repos.json": #"{"owner/repo": "./local"}"#, "repos/local/p.yaml": Self.part,
      "repos/local/a/b.yaml": "include: [../../p.yaml]", "repos/p.yaml": "features: {}",
      "p.yaml": "features: {}",
    ]
    let options = LoadingOptions(repositoryFiles: ["repos/repos.json"])
    let manifest = try Sample.load(
      "channels: [a]\ninclude: ['\(include)']\n", files: files, options: options)
    #expect(codes(manifest) == [])
    #expect(manifest.features.map(\.id) == ["p"])
  }

  @Test("a repository file maps a repository to a folder or a branch")
  func repositoryFile() throws {
    let files = [
      "repos/repos.json": #"{"@owner/repo": "./local", "other/one": "v2"}"#,
      "repos/local/p.yaml": Self.part,
    ]
    let options = LoadingOptions(repositoryFiles: ["repos/repos.json"]) { url throws(FileFailure) in
      throw FileFailure(path: url, reason: "offline")
    }
    let manifest = try Sample.load(
      "channels: [a]\ninclude: ['@owner/repo/p.yaml', '@other/one/q.yaml']\n", files: files,
      options: options)
    #expect(codes(manifest) == ["not-fetched"])
    #expect(manifest.features.map(\.id) == ["p"])
    #expect(
      manifest.problems.contains {
        $0.message.contains("raw.githubusercontent.com/other/one/v2/q.yaml")
      })
  }

  @Test("a ref applies to the repository of the input")
  func inputRef() throws {
    let options = LoadingOptions(ref: "main-2") { url throws(FileFailure) in
      guard url == "https://raw.githubusercontent.com/o/r/main-2/app.fml.yaml" else {
        throw FileFailure(path: url, reason: "not found")
      }
      return Array("channels: [a]".utf8)
    }
    let loader = ManifestLoader(files: .memory([:]), workingFolder: "/", options: options)
    let manifest = try loader.load("@o/r/app.fml.yaml")
    #expect(manifest.channels == ["a"])
    #expect(manifest.files.first?.path == "https://raw.githubusercontent.com/o/r/main/app.fml.yaml")
  }

  @Test("a manifest can be JSON with escapes that YAML lacks")
  func jsonManifest() throws {
    let json =
      #"{"channels": ["a"], "features": {"f": {"description": "\ud83d\ude00", "variables": {}}}}"#
    let loader = ManifestLoader(files: .memory(["/a.json": Array(json.utf8)]), workingFolder: "/")
    let manifest = try loader.load("a.json")
    #expect(manifest.feature("f")?.description == "😀")
    #expect(manifest.feature("f")?.location.description == "a.json:1:34")
  }

  @Test("problems are sorted by file and position")
  func problemOrder() throws {
    let manifest = try Sample.load(
      """
      channels: [a]
      include: [one.yaml]
      features:
        b: { description: d, variables: { x: { description: d, type: Wrong } } }
        a: { description: d, colour: red, variables: {} }
      """, files: ["one.yaml": "features: { c: { descriptoin: d, variables: {} } }"])
    let errors = manifest.problems.filter { $0.severity == .error }
    #expect(
      errors.map { "\($0.location.map { "\($0)" } ?? "") \($0.code)" } == [
        "app.fml.yaml:4:64 unknown-type", "app.fml.yaml:5:24 unknown-key",
        "one.yaml:1:18 unknown-key",
      ])
    #expect(errors.last?.hint == "did you mean `description`?")
  }

  @Test("importing a module with two channels is a problem, also indirectly")
  func twoChannels() throws {
    let library = "about: {description: d, swift: {module: L, class: L}}\nchannels: [slow, fast]\n"
    let middle =
      "about: {description: d, swift: {module: M, class: M}}\nchannels: [m]\nimports: [{path: lib.yaml, channel: slow}]\n"
    let manifest = try Sample.load(
      "channels: [a]\nimports: [{path: mid.yaml, channel: m}, {path: lib.yaml, channel: fast}]\n",
      files: ["lib.yaml": library, "mid.yaml": middle])
    #expect(codes(manifest) == ["import-channel-clash"])
    #expect(manifest.modules.map(\.importChannel) == [nil, "m", "slow"])
  }

  @Test("sibling modules cannot share names")
  func sharedNames() throws {
    let library =
      "about: {description: d, swift: {module: L, class: L}}\nchannels: [m]\nfeatures: {s: {description: d, variables: {}}}\n"
    let manifest = try Sample.load(
      "channels: [a]\nimports: [{path: one.yaml, channel: m}, {path: two.yaml, channel: m}]\n",
      files: ["one.yaml": library, "two.yaml": library])
    #expect(codes(manifest) == ["module-clash"])
    #expect(manifest.problems.first { $0.severity == .error }?.path == "features")
  }

  @Test("modules can import each other")
  func circularImports() throws {
    let library =
      "about: {description: d, swift: {module: L, class: L}}\nchannels: [m]\nimports: [{path: app.fml.yaml, channel: a}]\n"
    let manifest = try Sample.load(
      "about: {description: d, swift: {module: A, class: A}}\nchannels: [a]\nimports: [{path: lib.yaml, channel: m}]\n",
      files: ["lib.yaml": library])
    #expect(codes(manifest) == [])
    #expect(manifest.modules.count == 2)
  }

  @Test("a path with a NUL is a missing file and is not truncated")
  func nul() throws {
    let folder = try TemporaryDirectory()
    folder.write("channels: [a]\nincludes: [\"part.yaml\\0more\", part.yaml]\n", to: "app.yaml")
    folder.write(Self.part, to: "part.yaml")
    let manifest = try ManifestLoader(files: .disk(), workingFolder: folder.root).load("app.yaml")
    #expect(codes(manifest) == ["missing-include"])
    #expect(
      manifest.problems.first { $0.severity == .error }?.location?.description == "app.yaml:2:12")
    #expect(manifest.features.map(\.id) == ["p"])
  }
}
