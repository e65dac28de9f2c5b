import CVirgaPlatform
import Testing
import VirgaFiles
import VirgaTestSupport
import VirgaWeb

@Suite("Commands that read a URL", .timeLimit(.minutes(20))) struct InputsWebTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test("stop curl when a signal stops them", arguments: [SIGTERM, SIGINT, SIGHUP])
  func signals(signal: Int32) throws {
    directory.makeDirectory("bin")
    try directory.writeScript(
      "#!/bin/sh\necho $$ >\(directory.path("curl")).new\nmv \(directory.path("curl")).new \(directory.path("curl"))\nexec sleep 1000\n",
      to: "bin/curl")
    let script =
      "(until [ -s curl ]; do sleep 0.01; done; kill -\(signal) $$) & exec \"$0\" validate https://127.0.0.1:9/a"
    let ended = try ChildProcess.run(
      ["/bin/sh", "-c", script, VirgaProgram.path],
      environment: VirgaProgram.environment(
        home: directory.root,
        adding: ["PATH": "\(directory.path("bin")):\(SystemProgram.searchPath)"]),
      folder: directory.root)
    #expect(ended.code == nil)
    let curl = try #require(
      GoldenText.read(directory.path("curl")).flatMap { pid_t($0.dropLast()) })
    try Timeout.wait(for: "end of curl") { kill(curl, 0) != 0 }
  }

  @Test("neither print nor save a user name or password")
  func secrets() throws {
    let url = "https://user:secret@127.0.0.1:9/a.yaml"
    directory.write("includes: [\"\(url)\"]\n", to: "a.fml.yaml")
    directory.write("compare-with \(url)\nquit\n", to: "script")
    directory.write("load-recipes \(url)\n", to: "recipes")
    for arguments in [
      ["validate", url], ["fml", "validate", url], ["fml", "fetch", url, "--offline"],
      ["validate", "a.fml.yaml"],
      ["compare", url, url], ["flags", "list", "--flags", url],
      ["open", url, "--plain", "--script", "script", "--exit"],
      ["open", "--dump", "--flags", url, "--and", url], ["flags", "list", "--manifest", url],
      ["open", "--plain", "--script", "script", "--exit", "--record", "recording"],
      ["run", "script", "--manifest", url], ["run", "recipes"], ["fml", "info", url],
    ] {
      let ended = try VirgaProgram.run(arguments, in: directory.root)
      #expect(!(ended.output + ended.errors).contains("secret"), "\(arguments)")
      #expect(!(ended.output + ended.errors).contains("user:"), "\(arguments)")
    }
    #expect(GoldenText.read(directory.path("recording")) == "")
    directory.remove("a.fml.yaml")
    directory.remove("script")
    directory.remove("recipes")
    let found = try ChildProcess.run(
      ["/bin/sh", "-c", "find . | grep secret; grep -r secret ."], folder: directory.root)
    #expect(found.output == "")
  }

  @Test("send the user name and password given on the command line")
  func namedAgain() throws {
    directory.makeDirectory("bin")
    try directory.writeScript(
      """
      #!/bin/sh
      input=$(cat)
      printf 'HTTP/1.1 200 OK\\r\\n\\r\\n'
      case $input in
        *user:secret@*m.yaml*)
          echo 'channels: [a]'
          echo 'features: {f: {description: d, variables: {n: {description: d, type: Int, default: 1}}}}' ;;
        *user:secret@*) echo '{"features": [{"name": "alpha", "enabled": false}]}' ;;
      esac

      """, to: "bin/curl")
    let host = "https://user:secret@127.0.0.1:9/"
    for (number, words) in [
      ["config", "set", "f", "n", "5", "--session", "s.virga", "--manifest", host + "m.yaml"],
      ["clock", "+1d", "--session", "s.virga", "--manifest", host + "m.yaml"],
      ["flags", "set", "alpha", "on", "--flags", host + "f.json", "--session", "f.virga"],
      ["flags", "list", "--flags", host + "f.json", "--session", "f.virga"],
      ["fml", "info", host + "m.yaml"],
    ].enumerated() {
      let ended = try VirgaProgram.run(
        words, in: directory.root,
        environment: ["PATH": "\(directory.path("bin")):\(SystemProgram.searchPath)"])
      #expect(ended.code == 0, "\(number): \(ended.output)\(ended.errors)")
      #expect(!(ended.output + ended.errors).contains("secret"), "\(number)")
    }
    let kept = try ChildProcess.run(
      ["/bin/sh", "-c", "grep -l secret *.virga"], folder: directory.root)
    #expect(kept.output == "")
  }

  @Test("cache flags in private files")
  func flagCache() throws {
    let server = try LocalServer([
      "/f.json": .init(body: #"{"features": [{"name": "Dark roast", "enabled": true}]}"#)
    ])
    defer { server.stop() }
    let ended = try VirgaProgram.run(
      ["flags", "list", "--session", ":memory:", "--flags", server.url("/f.json")],
      in: directory.root)
    #expect(ended.code == 0, "\(ended.errors)")
    let found = try ChildProcess.run(
      [
        "/bin/sh", "-c",
        "cd .cache/virga && ls -l flags | cut -c1-10 | tail -n +2; ls -ld flags | cut -c1-10",
      ],
      folder: directory.root)
    #expect(found.output == "-rw-------\ndrwx------\n", "\(found.errors)")
    #expect(
      FileWriting.exists(
        directory.path(".cache/virga/flags/f\(WebCache.hash(of: server.url("/f.json")))")))
  }
}
