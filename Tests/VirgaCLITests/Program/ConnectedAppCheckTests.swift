import CVirgaPlatform
import Testing
import VirgaFiles
import VirgaGenerate
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaTargeting
import VirgaTestSupport

@Suite("Connected apps on the command line")
struct ConnectedAppCheckTests {
  private let place: Workplace
  private let store: SessionStore
  private let release: String

  init() throws {
    place = try Workplace()
    try #require(
      place.virga("config", "set", "alpha", "enabled", "false", "--manifest", "good.yaml").code == 0
    )
    store = try SessionStore(place.directory.path(".local/state/virga/good.virga"))
    let loader = ManifestLoader(
      files: .disk(), workingFolder: place.directory.root, options: .init())
    release = try loader.load("good.yaml").hash(in: "release")
  }

  private func connect(hash: String) throws {
    let since = Instant(seconds: Int64(time(nil)) - 9_000)
    try store.connect(
      ConnectedApp(
        process: "my-app 7", manifest: "good", channel: "release", hash: hash, since: since), as: 1)
  }

  private var shown: (text: String, apps: JSONValue?) {
    get throws {
      let json = try place.virga("session", "show", "--manifest", "good.yaml", "--format", "json")
        .output
      return (
        try place.virga("session", "show", "--manifest", "good.yaml").output,
        try JSONValue.parse(json)["apps"]
      )
    }
  }

  private func findings(_ arguments: String...) throws -> [JSONValue] {
    let output = try VirgaProgram.run(
      ["doctor", "--format", "json"] + arguments, in: place.directory.root
    ).output
    return try #require(try JSONValue.parse(output).arrayValue).filter { $0["subject"] == "apps" }
  }

  @Test("are listed by session show with what differs")
  func show() throws {
    #expect(try shown.apps == [])
    #expect(try !shown.text.contains("connected apps"))
    try connect(hash: release)
    let (text, apps) = try shown
    #expect(
      text.contains("\nconnected apps\n! good, release, 2 h  my-app 7  the session is in beta\n"),
      "\(text)")
    #expect(apps?[0]?["name"] == "my-app" && apps?[0]?["process"] == "my-app 7")
    #expect(apps?[0]?["manifest"] == "good" && apps?[0]?["channel"] == "release")
    #expect(apps?[0]?["hash"] == .string(release) && apps?[0]?["differs"] == ["channel"])
    let session = ["--session", store.path]
    try #require(
      VirgaProgram.run(
        ["run", "-", "good.yaml"] + session, input: "follow-app\n", in: place.directory.root
      ).code == 0)
    #expect(try shown.text.contains("\n  good, release, 2 h  my-app 7\n"))
    try connect(hash: "1")
    #expect(
      try shown.text.contains(
        "! good, release, 2 h  my-app 7  its code is from another manifest or version\n"))
    #expect(try shown.apps?[0]?["differs"] == ["manifest"])
    try store.disconnect(1)
    #expect(try shown.apps == [])
  }

  @Test("are found by doctor, in all sessions or in one")
  func doctor() throws {
    #expect(try findings() == [["subject": "apps", "state": "ok", "message": "none is connected"]])
    try connect(hash: release)
    let message = "good, release, 2 h (my-app 7 on \(store.path)); the session is in beta"
    let fix = "show the app's channel: press P in the console, or run its command follow-app"
    let finding: JSONValue = [
      "subject": "apps", "state": "note", "message": .string(message), "fix": .string(fix),
    ]
    #expect(try findings() == [finding])
    #expect(try findings("--session", store.path) == [finding])
    try connect(hash: "1")
    let other = try findings()
    #expect(
      other[0]["message"]?.stringValue?.hasSuffix("its code is from another manifest or version")
        == true)
    #expect(other[0]["fix"] == "generate the app's code from the session's manifest again")
  }
}
