import Testing
import VirgaCanvas
import VirgaExperiments
import VirgaJSON
import VirgaSession
import VirgaWorkbench

@testable import VirgaConsole

@Suite("Editing a branch's config") struct EditedConfigTests {
  private static let slug = "homepage-order-2026"
  private static let place = BranchFeature("homescreen", in: "treatment-a", of: slug)
  private static let config = EditedConfig(place)

  /// A console on the branch that the client is in.
  private func onBranch() -> ConsoleDriver {
    .onExperiments().after(":go-branch \(Self.slug) treatment-a")
  }

  /// A console in which a text replaces that of the branch.
  private func typing(_ text: String) -> ConsoleDriver {
    var console = onBranch().after("i", "Alt-a")
    console.paste(text)
    return console
  }

  private func config(in console: ConsoleDriver) -> JSONValue? {
    console.session.appliedJSON(of: Self.config)
  }

  @Test("i opens the branch's config over the layers below it")
  func opens() {
    var console = onBranch()
    console.act("i") {
      $0.focus == .editor && $0.selected == "homescreen" && $0.text?.contains("12") == true
        && $0.sees("homepage-order-2026 · treatment-a · homescreen")
        && $0.sees("\"pinned-limit\": 12", "was 8")
    }
  }

  @Test("Esc returns from the config to its branch")
  func returns() {
    var console = onBranch()
    console.act("i", "Esc") {
      $0.focus == .branches && $0.experiments.selected?.slug == Self.slug
        && $0.experiments.branchList.selected?.branch.slug == "treatment-a"
    }
    console.act("1") { $0.focus != .editor }
  }

  @Test("applying changes the recipe in one operation, which the client sees at once")
  func applies() {
    var console = typing(#"{"pinned-limit": 4}"#)
    let count = console.session.operations.count
    console.act("Ctrl-S") {
      $0.focus == .branches && config(in: $0) == ["pinned-limit": 4]
        && $0.session.operations.count == count + 1
    }
    #expect(console.session.isRecipeChanged(Self.slug))
    #expect(console.model.layers.enrolled["homescreen"]?.value["pinned-limit"] == 4)
    console.act("u") { !$0.session.isRecipeChanged(Self.slug) }
    console.act("i") { $0.text?.contains("12") == true && $0.editor?.isChanged == false }
  }

  @Test("a text with problems is not applied") func problems() {
    var console = typing(#"{"pinned-limit": "many"}"#)
    console.act("Ctrl-S") {
      $0.focus == .editor && $0.editor?.findings.count == 1
        && !$0.session.isRecipeChanged(Self.slug)
    }
  }

  @Test("errors that the branch had before do not prevent applying") func oldErrors() throws {
    var console = ConsoleDriver.onExperiments()
    console.open([
      try .test("odd", app: "cirrus", features: "homescreen", config: ["no-such": 1])
    ])
    let config = EditedConfig(BranchFeature("homescreen", in: "control", of: "odd"))
    console.act(":go-branch odd control", "i", "Alt-a")
    console.paste(#"{"no-such": 1, "pinned-limit": 4}"#)
    console.act("Ctrl-S") {
      $0.session.appliedJSON(of: config) == ["no-such": 1, "pinned-limit": 4]
        && $0.focus == .branches
    }
    console.act("i", "Alt-a")
    console.paste(#"{"no-such": 1, "pinned-limit": "many"}"#)
    console.act("Ctrl-S") { $0.focus == .editor }
  }

  @Test("completion lists what the manifest allows in a branch") func completes() {
    var console = typing("{\n  \n}")
    console.act("Up End Ctrl-Space") {
      $0.editor?.completion?.list.items.contains { $0.label == "pinned-limit" } == true
    }
  }

  private static let text = #"{"pinned-limit": 5}"#
  /// The text as a draft, and the entry of a session with it.
  private var draft: BranchDraft {
    BranchDraft(Self.text, of: Self.place, startedFrom: config(in: onBranch()))
  }
  private var entry: Effect { .keepEntry(Self.place.draftKey, draft.json) }

  @Test("a text that is not applied is a draft of the branch, and quitting loses nothing")
  func keepsText() {
    var console = typing(Self.text)
    console.act("Esc", says: .keptText(of: Self.config, edit: "i"))
    #expect(console.effects.contains(entry))
    #expect(console.session.draft(at: Self.place) == draft)
    #expect(console.session[.draft, "homescreen"] == nil)
    console.act("q") { $0.effects == [.quit] }
    console.act("i") { $0.text == Self.text }
    console.act("Ctrl-Q") {
      $0.focus == .branches && $0.session.draft(at: Self.place) == nil
    }
    console.act("u") { $0.session.draft(at: Self.place) == draft }
  }

  @Test("a pause in typing keeps the text of a branch, and quitting in the editor does too")
  func pausing() {
    var console = typing(Self.text)
    console.send(.quiet) { $0.effects == [entry] }
    var leaving = typing(Self.text)
    leaving.act(":quit") { $0.effects == [entry, .quit] }
  }

  @Test("a console shows the draft of a branch that an earlier one kept")
  func laterConsole() {
    var session = onBranch().session
    session.set(Self.place.draftKey, to: draft.json)
    var console = onBranch()
    console.send(.session(session))
    console.act("i") { $0.text == Self.text && $0.editor?.isChanged == true }
    console.act("Ctrl-S") {
      config(in: $0) == ["pinned-limit": 5] && $0.session.draft(at: Self.place) == nil
    }
    console.act("u") {
      config(in: $0) == draft.base && $0.session.draft(at: Self.place) == draft
    }
  }

  @Test("removing a recipe removes the drafts of its branches, and undo restores them")
  func removedRecipe() {
    var console = typing(Self.text).after("Esc")
    console.act(":remove-recipe \(Self.slug)") { $0.session.branchDrafts.isEmpty }
    console.act("u") { $0.session.draft(at: Self.place) == draft }
  }

  @Test("a text of a branch leaves the edit of its feature as it is") func leavesEdit() {
    var console = onBranch().after(
      ":select homescreen", ":set pinned-limit 3", ":go-branch \(Self.slug) treatment-a", "i",
      "Alt-a")
    console.paste(#"{"pinned-limit": 6}"#)
    console.act("Ctrl-S") { $0.edit == ["pinned-limit": 3] }
    console.act("1", "i") { $0.text?.contains("3") == true && $0.sees("Edit of homescreen") }
  }

  @Test("a branch with several features asks which one") func asksForFeature() {
    var console = onBranch().after("j", "i")
    #expect(Array(console.titles.prefix(2)) == ["homescreen", "story-feed"])
    console.act("Down Enter") { $0.focus == .editor && $0.selected == "story-feed" }
  }

  @Test("a branch can configure another feature") func addsFeature() {
    let place = BranchFeature("story-feed", in: "treatment-a", of: Self.slug)
    var console = onBranch().after(":edit-branch story-feed", "Alt-a")
    console.paste(#"{"maximum-stories": 3}"#)
    console.act("Ctrl-S") {
      $0.session.appliedJSON(of: EditedConfig(place)) == ["maximum-stories": 3]
    }
  }

  @Test("applying asks if another console changed the branch meanwhile") func conflict() throws {
    var console = typing(#"{"pinned-limit": 5}"#)
    try console.elsewhere { try $0.setConfig(Self.place, at: .root, to: ["pinned-limit": 7]) }
    #expect(console.message == .changedElsewhere(Self.config, isShown: true))
    console.act("Ctrl-S") { $0.picker != nil && config(in: $0) == ["pinned-limit": 7] }
    #expect(console.picker?.title == "The \(Self.config.words) was changed meanwhile")
    console.act("Enter") { config(in: $0) == ["pinned-limit": 5] && $0.focus == .branches }
  }

  @Test("a read-only console opens no branch") func readOnly() {
    var console = onBranch()
    console.makeReadOnly()
    console.act("i") { $0.focus == .branches && $0.message?.kind == .refusal }
  }
}
