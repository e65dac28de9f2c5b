import Testing
import VirgaTestSupport

@Suite("virga compare") struct CompareCommandTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  @Test("only rows that differ are printed") func differences() throws {
    let text = try place.virga("compare", "good.yaml", "--channels", "release,beta")
    #expect(
      text.output == """
        Feature  Path      release     beta
        omega    greeting  "good day"  "hello"

        """)
    let json = try place.virga(
      "compare", "good.yaml", "--channels", "beta,release", "--format", "json")
    #expect(
      json.output == """
        [
          {
            "feature": "omega",
            "path": "greeting",
            "values": {
              "beta": "hello",
              "release": "good day"
            }
          }
        ]

        """)
    #expect(json.code == 0)
  }

  @Test(
    "a channel of standard input is an unknown option, not a request for help",
    arguments: [
      TestRow("two channels", ["-@release", "-@nightly"]),
      TestRow("one channel", ["-@nightly"]),
      TestRow("after a manifest", ["good.yaml", "-@x"]),
      TestRow("after an option", ["good.yaml", "--and", "-@nightly"]),
    ])
  func standardInputChannels(_ row: TestRow<[String]>) throws {
    let words = row.values
    let answer = try VirgaProgram.run(
      ["compare"] + words, input: Workplace.good, in: place.directory.root)
    let word = try #require(words.first { $0.hasPrefix("-@") })
    #expect(
      answer.errors.hasPrefix(
        "error: Unknown option '\(word)'; standard input is -, and --channels names its channels\n"),
      "\(answer.errors)")
    #expect(answer.output == "")
    #expect(answer.code == 64)
  }

  @Test("no word with an h in it asks for help, only -h does", arguments: ["-nah", "-ah", "-hx"])
  func hiddenHelp(_ word: String) throws {
    for words in [["values", "good.yaml", word], [word], ["fml", "channels", word, "good.yaml"]] {
      let answer = try VirgaProgram.run(words, in: place.directory.root)
      #expect(answer.errors.hasPrefix("error: Unknown option '\(word)'\n"), "\(answer.errors)")
      #expect(answer.code == (words[0] == "fml" ? 2 : 64))
    }
    #expect(try place.virga("values", "-h").output.contains("USAGE: virga values"))
    #expect(try place.virga("values", "--", "-nah").errors.contains("-nah"))
  }

  @Test("channels after the manifest are compared, as with --channels") func channels() throws {
    let answer = try place.virga("compare", "good.yaml", "release", "beta")
    #expect(
      answer.output
        == (try place.virga("compare", "good.yaml", "--channels", "release,beta").output))
    #expect(answer.output.hasPrefix("Feature  Path"))
    #expect(answer.code == 0)
  }

  @Test(
    "words that are neither two manifests nor channels are refused with what to write",
    arguments: [
      (["beta"], "name two or more channels, as in --channels beta,release"),
      (
        ["relase", "beta"],
        "good has no channel relase; it has beta, release; did you mean `release`?"
      ),
      (["good.yaml", "bad.yaml"], "compare takes two manifests; --and good.yaml@CHANNEL adds a"),
      (["beta", "--channels", "beta,release"], "unexpected beta: --channels names the channels"),
    ])
  func wrongWords(_ words: [String], _ message: String) throws {
    let answer = try VirgaProgram.run(["compare", "good.yaml"] + words, in: place.directory.root)
    #expect(answer.errors.hasPrefix("error: \(message)"), "\(answer.errors)")
    #expect((answer.output, answer.code) == ("", 64))
  }

  @Test("--all prints every row") func all() throws {
    let answer = try place.virga("compare", "good.yaml", "--all")
    #expect(answer.output.split(separator: "\n").count == 5)
    #expect(answer.code == 0)
  }

  @Test("a result without differences is printed") func noDifferences() throws {
    let text = try place.virga("compare", "good.yaml", "--feature", "alpha")
    #expect(text.output == "beta, release: no differences\n")
    let manifests = try place.virga("compare", "good.yaml", "good.yaml")
    #expect(manifests.output == "good.yaml: no differences\n")
    let json = try place.virga("compare", "good.yaml", "--feature", "alpha", "--format", "json")
    #expect(json.output == "[]\n")
    #expect(json.code == 0)
  }

  @Test("an unknown channel exits with 64") func unknownChannel() throws {
    let refused = try place.virga("compare", "good.yaml", "--channels", "beta,relase")
    #expect(refused.output == "")
    #expect(refused.errors.contains("did you mean `release`?"))
    #expect(refused.code == 64)
  }

  @Test("two manifests are compared by channel, with added, removed and retyped features")
  func twoManifests() throws {
    place.directory.write(Self.newer, to: "new.yaml")
    let text = try place.virga("compare", "good.yaml", "new.yaml", "--channels", "beta")
    #expect(text.output.hasPrefix("good.yaml → new.yaml, in beta\n\n- alpha\n"))
    #expect(text.output.contains("\n+ fresh\n  + on  true\n"))
    #expect(text.output.contains("features added: fresh\n"))
    #expect(text.output.contains("features removed: alpha, omega\n"))
    let json = try place.virga("compare", "new.yaml", "new.yaml", "--format", "json")
    #expect(json.output == "[]\n")
  }

  @Test("channels with the same change share a line, the old value before the new one")
  func changedValues() throws {
    let old = """
      channels: [a, b, c]
      features:
        empty: { description: E, variables: {} }
        f:
          description: F
          variables:
            kind: { description: K, type: Int, default: 1 }
            on: { description: O, type: Boolean, default: true }
            size: { description: S, type: Int, default: 1 }
      """
    place.directory.write(old, to: "old.yaml")
    place.directory.write(
      old.replacing(
        "kind: { description: K, type: Int, default: 1 }",
        with: "kind: { description: K, type: String, default: \"1\" }"
      )
      .replacing("  empty: { description: E, variables: {} }\n", with: "")
        + "\n    defaults: [{ channels: [a, c], value: { size: 2 } }, { channel: b, value: { size: 3 } }]\n",
      to: "new.yaml")
    let answer = try place.virga("compare", "old.yaml", "new.yaml")
    #expect(
      answer.output == """
        old.yaml → new.yaml, in a, b, c

        - empty

        ~ f
          ~ kind (type)  Int → String
          ~ kind         1 → "1"
          ~ size         a, c: 1 → 2
          ~              b: 1 → 3

        features removed: empty
        features changed: f
        retyped: f.kind

        """)
    #expect(answer.code == 0)
    let json = try place.virga(
      "compare", "old.yaml", "--and", "new.yaml@b", "--format", "json", "--feature", "empty")
    #expect(json.output.contains("\"change\": \"removed\""))
  }

  @Test("another manifest beside two versions does not change what the newer one changed")
  func furtherManifest() throws {
    place.directory.write(Self.newer, to: "new.yaml")
    place.directory.write("channels: [beta, release]\nfeatures: {}\n", to: "other.yaml")
    let versions = try place.virga("compare", "good.yaml", "new.yaml", "--format", "json")
    let all = try place.virga(
      "compare", "good.yaml", "new.yaml", "--and", "other.yaml@beta", "--format", "json", "--all")
    #expect(versions.output.ranges(of: "\"change\"").count > 0)
    #expect(
      all.output.ranges(of: "\"change\"").count == versions.output.ranges(of: "\"change\"").count)
  }

  @Test("a channel missing from one of the manifests is an error")
  func missingChannel() throws {
    place.directory.write(Self.newer.replacing("[beta, release]", with: "[canary]"), to: "new.yaml")
    let answer = try place.virga("compare", "good.yaml", "new.yaml", "--channels", "canary")
    #expect(answer.code == 64)
    #expect(answer.errors.contains("good.yaml has none of the channels canary; it has"))
  }

  @Test("two manifests without a common channel are still compared")
  func noCommonChannel() throws {
    let text =
      "channels: [NAME]\nfeatures:\n  a:\n    description: A\n    variables:\n"
      + "      size:\n        description: S\n        type: Int\n        default: VALUE\n"
    for (name, value) in [("beta", "1"), ("nightly", "2")] {
      let own = text.replacing("NAME", with: name).replacing("VALUE", with: value)
      place.directory.write(own, to: "\(name).yaml")
    }
    let answer = try place.virga("compare", "beta.yaml", "nightly.yaml", "--format", "json")
    #expect(answer.output.contains("\"path\": \"size\""))
  }

  private static let newer = """
    channels: [beta, release]
    features:
      fresh:
        description: New.
        variables:
          on: { description: Whether., type: Boolean, default: true }
    """
}
