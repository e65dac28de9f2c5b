import Testing
import VirgaCanvas
import VirgaJSON
import VirgaSession

@testable import VirgaConsole

@Suite("Keys and command lines") struct UpdateTests {
  private var console = ConsoleDriver()

  @Test("a filter finds a feature by names in its types")
  mutating func filter() {
    console.act("/", "'pocket") {
      $0.ids.contains("homescreen") && $0.features.list.filter.isTyping
    }
    console.act("Enter") {
      $0.features.list.filter == FilterField(field: TextField("pocket"))
    }
    // Opening a feature goes to the name that was found inside.
    console.act("Enter") { $0.path == "sections-enabled.pocket" }
  }

  @Test("Esc clears a filter that is typed and returns to the feature where it began")
  mutating func clearedFilter() {
    console.act("1 Esc")
    let origin = console.selected
    console.act("/", "'homescr") { $0.selected != origin }
    console.act("Esc") { $0.selected == origin && $0.ids.count == $0.workspace.features.count }
  }

  @Test("a value is known in every channel")
  mutating func channel() {
    console.act(":select homescreen", ":go sections-enabled.pocket") {
      $0.features.values.selectedRow?.value == true
    }
    #expect(
      console.features.values.selectedValueByChannel.map(\.channel) == [
        "developer", "nightly", "beta", "release",
      ])
    #expect(
      console.features.values.selectedValueByChannel.map(\.value) == [true, true, false, false])
  }

  @Test("choosing a channel recomputes the values") mutating func otherChannel() throws {
    console.run("select homescreen", "go sections-enabled.pocket")
    console.act(":channel release", says: .channel("release"))
    #expect(
      console.features.values.selectedRow?.value == false
        && console.path == "sections-enabled.pocket")
    console.act(":channel nightli", says: .unknown("channel", "nightli", among: ["nightly"]))
    console.act("u") { $0.channel == "nightly" }
    console.send(.session(Session(entries: [EntryKey(.channel): "beta"])))
    #expect(console.channel == "beta", "another process chose it")
  }

  @Test("a search unfolds what hides the match") mutating func search() {
    console.act(":select homescreen", ":open", ":collapse-all", ":filter pocket") {
      $0.path == "sections-enabled.pocket"
    }
    console.act("n") { $0.path?.contains("[") == true }
    console.act("N") { $0.path == "sections-enabled.pocket" }
  }

  @Test("y i copies a path") mutating func sequence() {
    console.act(":select homescreen", ":go sections-enabled.pocket", "y") {
      $0.pendingKeys == ["y"]
    }
    console.act("i") { $0.pendingKeys.isEmpty }
    #expect(
      console.effects == [
        .copy("sections-enabled.pocket", what: "the path sections-enabled.pocket")
      ])
  }

  @Test("Esc cancels a key sequence silently") mutating func cancelledSequence() {
    console.act("1 y Esc") { $0.status == nil && $0.pendingKeys.isEmpty }
    console.act("y F9", says: .nothingFor("y F9", list: "?"))
  }

  @Test(
    "a key without a meaning names the key that lists the keys",
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

  @Test("the command line runs what is typed")
  mutating func commandLine() {
    console.act(":", "'channel beta", "Enter") {
      $0.channel == "beta" && $0.picker == nil
    }
  }

  @Test("the command line asks for a missing argument") mutating func missingArgument() {
    console.act(":", "'select", "Enter") { $0.field == "select " }
    console.act("'zoom", "Enter") { $0.selected == "zoom" }
  }

  @Test("the command line does not run a completion that was not chosen")
  mutating func noCompletion() {
    console.act(
      ":select homescreen", ":", "'go nope", "Enter",
      says: .unknown("value, feature, flag or recipe", "nope"))
    console.act("Esc", ":", "'filter te", "Enter") {
      $0.focus == .features && $0.features.list.filter.text == "te"
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

  @Test("the key list runs the selected line")
  mutating func help() {
    console.act("?", "'read the manifest again", "Enter") { $0.effects == [.reload] }
  }

  @Test("? closes the key list unless text is typed") mutating func closedHelp() {
    console.act("?", "'a?") { $0.field == "a?" }
    console.act("Esc ? ?") { $0.picker == nil }
  }

  @Test("q quits, except while a filter is typed")
  mutating func quitting() {
    console.act("q") { $0.effects == [.quit] }
    console.act("/ q") { $0.effects.isEmpty }
  }

  @Test("a command without an argument refuses one") mutating func surplusArgument() {
    console.act(
      "Esc", ":select homescreen", ":set pinned-limit 3", ":reload now",
      says: .takesNoArgument("reload", "now"))
    #expect(console.session.overrideCount == 1)
  }
}
