"use client";

import { Toolbar } from "@base-ui/react/toolbar";
import {
  Bold,
  Code,
  Heading1,
  Heading2,
  Heading3,
  ImagePlus,
  ImageUp,
  Italic,
  Link2,
  List,
  ListOrdered,
  Minus,
  Quote,
  Redo2,
  SquareCode,
  Strikethrough,
  Undo2,
} from "lucide-react";
import { redo, redoDepth, undo, undoDepth } from "prosemirror-history";
import type { Command, EditorState } from "prosemirror-state";
import type { ReactNode } from "react";
import {
  codeBlock,
  hasMark,
  heading,
  isIn,
  label,
  list,
  quote,
  toggle,
} from "@/components/releases/rich-text/commands";
import { schema } from "@/components/releases/rich-text/schema";
import { cn } from "@/components/ui/cn";
import { labels, labelWords } from "@/lib/releases/labels/labels";

type ToolbarProps = {
  state: EditorState;
  run: (command: Command) => void;
  onLink: () => void;
  onImage: () => void;
  /** Images from this computer. */
  onUpload: () => void;
};

type Tool = {
  name: string;
  keys?: string;
  icon: ReactNode;
  command: Command;
  isOn?: (state: EditorState) => boolean;
  isOff?: (state: EditorState) => boolean;
};

const rule: Command = (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(schema.node("horizontal_rule")).scrollIntoView());
  return true;
};

const groups: readonly (readonly Tool[])[] = [
  ([1, 2, 3] as const).map((level) => ({
    name: `Heading ${level}`,
    keys: `Ctrl Alt ${level}`,
    icon: [<Heading1 key="1" />, <Heading2 key="2" />, <Heading3 key="3" />][level - 1],
    command: heading(level),
    isOn: (state: EditorState) => isIn(state, "heading", { level }),
  })),
  [
    {
      name: "Bold",
      keys: "Ctrl B",
      icon: <Bold />,
      command: toggle.strong,
      isOn: (s) => hasMark(s, "strong"),
    },
    { name: "Italic", keys: "Ctrl I", icon: <Italic />, command: toggle.em, isOn: (s) => hasMark(s, "em") },
    {
      name: "Strikethrough",
      keys: "Ctrl Shift X",
      icon: <Strikethrough />,
      command: toggle.strike,
      isOn: (s) => hasMark(s, "strike"),
    },
    { name: "Code", keys: "Ctrl E", icon: <Code />, command: toggle.code, isOn: (s) => hasMark(s, "code") },
  ],
  [
    {
      name: "List",
      keys: "Ctrl Shift 8",
      icon: <List />,
      command: list("bullet_list"),
      isOn: (s) => isIn(s, "bullet_list"),
    },
    {
      name: "Numbered list",
      keys: "Ctrl Shift 7",
      icon: <ListOrdered />,
      command: list("ordered_list"),
      isOn: (s) => isIn(s, "ordered_list"),
    },
    {
      name: "Quote",
      keys: "Ctrl Shift 9",
      icon: <Quote />,
      command: quote,
      isOn: (s) => isIn(s, "blockquote"),
    },
    {
      name: "Code block",
      keys: "Ctrl Alt C",
      icon: <SquareCode />,
      command: codeBlock,
      isOn: (s) => isIn(s, "code_block"),
    },
    { name: "Line", icon: <Minus />, command: rule },
  ],
];

const last: readonly Tool[] = [
  { name: "Undo", keys: "Ctrl Z", icon: <Undo2 />, command: undo, isOff: (state) => undoDepth(state) === 0 },
  {
    name: "Redo",
    keys: "Ctrl Shift Z",
    icon: <Redo2 />,
    command: redo,
    isOff: (state) => redoDepth(state) === 0,
  },
];

/** The tools of the rich text editor. One of them is reached by Tab, the others from there by arrow keys. */
export function RichToolbar({ state, run, onLink, onImage, onUpload }: ToolbarProps) {
  const one = (tool: Tool) => (
    <ToolButton
      key={tool.name}
      name={tool.name}
      keys={tool.keys}
      isOn={tool.isOn?.(state)}
      isOff={tool.isOff?.(state)}
      onClick={() => run(tool.command)}
    >
      {tool.icon}
    </ToolButton>
  );
  return (
    <Toolbar.Root
      aria-label="Formatting"
      className="flex flex-wrap items-center gap-0.5 border-line border-b bg-sunken p-1"
    >
      {groups.map((tools) => (
        <Group key={tools[0]?.name}>{tools.map(one)}</Group>
      ))}
      <Group>
        <ToolButton name="Link" keys="Ctrl K" onClick={onLink}>
          <Link2 />
        </ToolButton>
        <ToolButton name="Image" onClick={onImage}>
          <ImagePlus />
        </ToolButton>
        <ToolButton name="Upload images" onClick={onUpload}>
          <ImageUp />
        </ToolButton>
      </Group>
      <Group>
        {labels.map((each) => (
          <ToolButton
            key={each}
            name={`Label: ${labelWords[each]}`}
            isOn={labelOf(state) === each}
            onClick={() => run(label(each))}
            className="w-auto px-1.5 touch:w-auto"
          >
            <span className={`label label-${each}`}>{labelWords[each]}</span>
          </ToolButton>
        ))}
      </Group>
      <Group>{last.map(one)}</Group>
    </Toolbar.Root>
  );
}

const labelOf = ({ selection }: EditorState): unknown => selection.$from.parent.firstChild?.attrs.label;

const Group = ({ children }: { children: ReactNode }) => (
  <span className="flex flex-wrap gap-0.5 not-first:border-line not-first:border-l not-first:pl-1">
    {children}
  </span>
);

type ToolButtonProps = {
  name: string;
  keys?: string | undefined;
  isOn?: boolean | undefined;
  isOff?: boolean | undefined;
  onClick: () => void;
  className?: string;
  children: ReactNode;
};

function ToolButton({ name, keys, isOn, isOff = false, onClick, className, children }: ToolButtonProps) {
  return (
    <Toolbar.Button
      type="button"
      aria-label={name}
      title={keys ? `${name} (${keys})` : name}
      aria-pressed={isOn}
      disabled={isOff}
      // The selection stays in the text.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onClick}
      className={cn(
        "grid h-7.5 w-7.5 place-items-center rounded-sm text-ink-soft hover:bg-hover hover:text-ink focus-visible:-outline-offset-2 aria-pressed:bg-hover aria-pressed:text-accent-ink data-disabled:opacity-50 touch:h-10 touch:w-10 [&_svg]:size-4",
        className,
      )}
    >
      {children}
    </Toolbar.Button>
  );
}
