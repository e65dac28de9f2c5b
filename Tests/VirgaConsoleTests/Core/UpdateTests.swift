import Testing
import VirgaCanvas
import VirgaJSON
import VirgaSession

@testable import VirgaConsole

@Suite("Keys and command lines") struct UpdateTests {
  private var console = ConsoleDriver()

  @Test("a filter finds a feature by names in its types, and Esc keeps the selection")
  mutating func filter() {
    console.act("/", "'pocket") {
      $0.ids.contains("homescreen") && $0.model.features.list.filter.isTyping
    }
    console.act("Enter") {
      $0.model.features.list.filter == FilterField(field: TextField("pocket"))
    }
    // Opening a feature goes to the name that was found inside.
    console.act("Enter") { $0.path == "sections-enabled.pocket" }
    console.act("1 Esc /", "'homescr")
    let found = console.selected
    console.act("Esc") { $0.selected == found && $0.ids.count == $0.model.workspace.features.count }
  }

  @Test("choosing a channel recomputes the values, and details show every channel")
  mutating func channel() {
    console.act(":select homescreen", ":go sections-enabled.pocket") {
      $0.model.features.values.selectedRow?.value == true
    }
    #expect(
      console.model.features.values.acrossChannels.map(\.channel) == [
        "developer", "nightly", "beta", "release",
      ])
    #expect(
      console.model.features.values.acrossChannels.map(\.value) == [true, true, false, false])
    console.act(":channel release", says: .info("channel release"))
    #expect(
      console.model.features.values.selectedRow?.value == false
        && console.path == "sections-enabled.pocket")
    console.act(":channel nightli", says: .unknown("channel", "nightli", among: ["nightly"]))
    console.act("u") { $0.model.channel == "nightly" }
    console.send(.session(Session(entries: [EntryKey(.channel): "beta"])))
    #expect(console.model.channel == "beta", "another process chose it")
  }

  @Test("a search unfolds what hides the match") mutating func search() {
    console.act(":select homescreen", ":open", ":collapse-all", ":filter pocket") {
      $0.path == "sections-enabled.pocket"
    }
    console.act("n") { $0.path?.contains("[") == true }
    console.act("N") { $0.path == "sections-enabled.pocket" }
  }

  @Test("y i copies a path, and Esc cancels the sequence silently") mutating func sequence() {
    console.act(":select homescreen", ":go sections-enabled.pocket", "y") {
      $0.model.input.pendingKeys == ["y"]
    }
    console.act("i") { $0.model.input.pendingKeys.isEmpty }
    #expect(
      console.effects == [
        .copy("sections-enabled.pocket", what: "the path sections-enabled.pocket")
      ])
    console.act("1 y Esc") { $0.status == nil && $0.model.input.pendingKeys.isEmpty }
    console.act("y F9", says: .nothingFor("y F9", list: "?"))
  }

  @Test(
    "a key without a meaning says so until the next key that works, and names the key that lists the keys",
    arguments: ["Q", "Ctrl-R", "F2"])
  mutating func meaningless(key: String) {
    console.act(key, says: .nothingFor(key, list: "?"))
    #expect(console.effects.isEmpty)
    console.act("j") {
      $0.status == nil && $0.messages.last == StatusMessage.nothingFor(key, list: "?").text.plain
    }
  }

  @Test("pasted text does not run as commands") mutating func paste() {
    console.paste("q\nq\n")
    #expect(console.effects.isEmpty && console.message == .cannotPaste)
  }

  @Test("the command line runs what is typed, not a completion, and asks for a missing argument")
  mutating func commandLine() {
    console.act(":", "'channel beta", "Enter") {
      $0.model.channel == "beta" && $0.model.overlay == nil
    }
    console.act(":", "'select", "Enter") { $0.field == "select " }
    console.act("'zoom", "Enter") { $0.selected == "zoom" }
    console.act(
      ":select homescreen", ":", "'go nope", "Enter",
      says: .unknown("value, feature, flag or recipe", "nope"))
    console.act("Esc", ":", "'filter te", "Enter") {
      $0.model.focus == .features && $0.model.features.list.filter.text == "te"
    }
  }

  @Test("without a manifest file, copy-command copies the command that sets what is shown")
  func demoCommand() throws {
    var console = try ConsoleDriver(yaml: ConsoleDriver.yaml(["f": ["v: Boolean = true"]]))
    console.configure { $0.manifestPath = "" }
    let feature = #"virga config set -- f '{"v":true}'"#
    console.act(":copy-command") {
      $0.effects == [.copy(feature, what: "the command that sets the config of f")]
    }
    let value = "virga config set -- f v true"
    console.act(":go v", ":focus values", ":copy-command") {
      $0.effects == [.copy(value, what: "the command that sets v")]
    }
  }

  @Test("the key list runs the selected line, and ? closes it unless text is typed")
  mutating func help() {
    console.act("?", "'read the manifest again", "Enter") { $0.effects == [.reload] }
    console.act("?", "'a?") { $0.field == "a?" }
    console.act("Esc ? ?") { $0.model.overlay == nil }
  }

  @Test("q quits, except while a filter is typed, and a command without an argument refuses one")
  mutating func quitting() {
    console.act("q") { $0.effects == [.quit] }
    console.act("/ q") { $0.effects.isEmpty }
    console.act(
      "Esc", ":select homescreen", ":set pinned-limit 3", ":reload now",
      says: .takesNoArgument("reload", "now"))
    #expect(console.model.session.overrideCount == 1)
  }
}
